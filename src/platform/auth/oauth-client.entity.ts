import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JSONWebKeySet } from 'jose';
import type { Scope } from '#platform/identity/scope';
import { OrganizationEntity } from './organization.entity';

/**
 * A credential. Rotation increments its version, which invalidates tokens of older versions; those of the previous version after the
 * overlap.
 */
@Entity('oauth_client')
@Index('oauth_client_organization_idx', ['organizationId', 'createdAt'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { name: 'oauth_client_organization_id_fkey' })
export class OauthClientEntity {
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('text') name!: string;
  /** Null when the client authenticates with a key. */
  @Column('bytea', { name: 'secret_hash', nullable: true }) secretHash!: Buffer | null;
  @Column('jsonb', { nullable: true }) jwks!: JSONWebKeySet | null;
  @Column('bytea', { name: 'previous_secret_hash', nullable: true }) previousSecretHash!: Buffer | null;
  @Column('jsonb', { name: 'previous_jwks', nullable: true }) previousJwks!: JSONWebKeySet | null;
  /** Until then, the secret or keys from before the last rotation are valid too. */
  @Column({ type: 'timestamptz', name: 'previous_until', precision: 3, nullable: true }) previousUntil!: Date | null;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
  @Column('text', { name: 'allowed_networks', array: true, nullable: true }) allowedNetworks!: string[] | null;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('integer', { default: 1 }) version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'rotated_at', precision: 3, nullable: true }) rotatedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
}
