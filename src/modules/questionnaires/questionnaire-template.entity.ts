import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TemplateSection } from './template-file';

/** A template that every organization can use. */
@Entity('questionnaire_template')
export class QuestionnaireTemplateEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column('text') version!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('jsonb') sections!: TemplateSection[];
  @Column('integer', { name: 'question_count' }) questionCount!: number;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
