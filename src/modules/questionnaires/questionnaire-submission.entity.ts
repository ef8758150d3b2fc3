import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Answers } from './answers';
import { QuestionnaireEntity } from './questionnaire.entity';

export interface ReviewComment {
  questionId?: string;
  text: string;
}

/** Answers as submitted, with the reviewer's decision. */
@Entity('questionnaire_submission')
@ForeignKey(() => QuestionnaireEntity, ['organizationId', 'questionnaireId'], ['organizationId', 'id'], {
  name: 'questionnaire_submission_organization_id_questionnaire_id_fkey',
  onDelete: 'CASCADE',
})
export class QuestionnaireSubmissionEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'questionnaire_id' }) questionnaireId!: string;
  @PrimaryColumn('integer') version!: number;
  @Column('jsonb') answers!: Answers;
  @Column('smallint') source!: number;
  @Column({ type: 'timestamptz', name: 'submitted_at', precision: 3 }) submittedAt!: Date;
  @Column('smallint', { nullable: true }) decision!: number | null;
  @Column('jsonb', { default: [] }) comments!: ReviewComment[];
  @Column({ type: 'timestamptz', name: 'reviewed_at', precision: 3, nullable: true }) reviewedAt!: Date | null;
}
