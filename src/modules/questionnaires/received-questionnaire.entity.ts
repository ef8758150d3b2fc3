import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A questionnaire of another organization that this one may answer. Triggers keep it in step with the questionnaire. */
@Entity('received_questionnaire')
@Index('received_questionnaire_newest_idx', { synchronize: false })
export class ReceivedQuestionnaireEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'sender_id' }) senderId!: string;
  @Column('text', { name: 'sender_name' }) senderName!: string;
  @Column('text', { name: 'sender_domain' }) senderDomain!: string;
  @Column('text', { name: 'template_id' }) templateId!: string;
  @Column('text', { name: 'template_name' }) templateName!: string;
  @Column('uuid', { name: 'vendor_id' }) vendorId!: string;
  @Column('text', { name: 'vendor_domain' }) vendorDomain!: string;
  @Column('smallint') status!: number;
  @Column('integer', { name: 'question_count' }) questionCount!: number;
  @Column('integer', { name: 'answered_count' }) answeredCount!: number;
  @Column('integer') version!: number;
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true }) sentAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'submitted_at', precision: 3, nullable: true }) submittedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'reviewed_at', precision: 3, nullable: true }) reviewedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'received_at', precision: 3 }) receivedAt!: Date;
  @Column({ type: 'timestamptz', name: 'reminded_at', precision: 3, nullable: true }) remindedAt!: Date | null;
}
