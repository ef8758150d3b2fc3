import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import type { Answers } from './answers';
import type { TemplateSection } from './template-file';

/** A questionnaire for a vendor. Its sections are a copy, so later changes of the template do not affect it. */
@Entity('questionnaire')
@Index('questionnaire_newest_idx', { synchronize: false })
@Index('questionnaire_vendor_idx', ['organizationId', 'vendorId'])
@Index('questionnaire_due_idx', { synchronize: false })
@Index('questionnaire_findings_idx', { synchronize: false })
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'questionnaire_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class QuestionnaireEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'template_id' }) templateId!: string;
  @Column('text', { name: 'template_name' }) templateName!: string;
  @Column('uuid', { name: 'vendor_id' }) vendorId!: string;
  @Column('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @Column('smallint') status!: number;
  @Column('jsonb') sections!: TemplateSection[];
  @Column('integer', { name: 'question_count' }) questionCount!: number;
  @Column('integer', { name: 'answered_count', default: 0 }) answeredCount!: number;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  /** The organization that answers it here. */
  @Column('uuid', { name: 'recipient_id', nullable: true }) recipientId!: string | null;
  /** The only valid link, until it expires. */
  @Column('uuid', { name: 'link_id', nullable: true }) linkId!: string | null;
  @Column({ type: 'timestamptz', name: 'link_expires_at', precision: 3, nullable: true }) linkExpiresAt!: Date | null;
  @Column('text', { nullable: true }) message!: string | null;
  @Column('jsonb', { default: {} }) answers!: Answers;
  /** Number of saves. */
  @Column('integer', { name: 'answers_revision', default: 0 }) answersRevision!: number;
  /** Number of submissions. */
  @Column('integer', { default: 0 }) version!: number;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true }) sentAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'submitted_at', precision: 3, nullable: true }) submittedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'reviewed_at', precision: 3, nullable: true }) reviewedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'reminded_at', precision: 3, nullable: true }) remindedAt!: Date | null;
  /** The submitted version whose failed answers were recorded as observations. */
  @Column('integer', { name: 'findings_version', default: 0 }) findingsVersion!: number;
}
