import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import type { TemplateQuestion } from './template-file';

export interface StoredSection {
  title: string;
  questions: (TemplateQuestion & { answer?: string })[];
}

/** A questionnaire for a vendor. Its sections are a copy, so later changes of the template do not affect it. */
@Entity('questionnaire')
@Index('questionnaire_newest_idx', { synchronize: false })
@Index('questionnaire_vendor_idx', ['organizationId', 'vendorId'])
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
  @Column('jsonb') sections!: StoredSection[];
  @Column('integer', { name: 'question_count' }) questionCount!: number;
  @Column('integer', { name: 'answered_count', default: 0 }) answeredCount!: number;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
