import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JWK } from 'jose';

/** A key that signs access tokens from a given time until a newer key takes over. */
@Entity('signing_key')
export class SigningKeyEntity {
  @PrimaryColumn('text') kid!: string;
  @Column('jsonb', { name: 'private_jwk' }) privateJwk!: JWK;
  @Column('jsonb', { name: 'public_jwk' }) publicJwk!: JWK;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'signs_from', precision: 3 }) signsFrom!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
}
