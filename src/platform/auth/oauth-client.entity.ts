import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '#platform/identity/scope';
import { OrganizationEntity } from './organization.entity';

/** A credential. Its version increases when the secret is rotated, which invalidates every older token. */
@Entity('oauth_client')
@Index('oauth_client_organization_idx', ['organizationId', 'createdAt'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { name: 'oauth_client_organization_id_fkey' })
export class OauthClientEntity {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('text') name!: string;
  @Column('bytea', { name: 'secret_hash' }) secretHash!: Buffer;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('integer', { default: 1 }) version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'rotated_at', precision: 3, nullable: true }) rotatedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
}
