import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How long an organization's findings may stay open. Without a row there is no policy. */
@Entity('remediation_policy')
export class RemediationPolicyEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  /** By severity, lowest first; null for a severity without a due date. */
  @Column('integer', { array: true }) days!: (number | null)[];
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}
