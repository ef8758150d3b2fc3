import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrganizationEntity } from './organization.entity';

/** A domain belongs to at most one organization. */
export const OWNED_DOMAIN_KEY = 'organization_domain_pkey';

/** A domain that an organization owns; the primary one is among them. */
@Entity('organization_domain')
@Index('organization_domain_owner_idx', ['organizationId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { name: 'organization_domain_organization_id_fkey' })
export class OrganizationDomainEntity {
  @PrimaryColumn('text') domain!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
