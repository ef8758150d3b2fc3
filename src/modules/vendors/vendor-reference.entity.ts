import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { VendorEntity } from './vendor.entity';

const word = (column: string) =>
  ({ type: 'text', generatedType: 'STORED', asExpression: `lower(${column})`, insert: false, update: false, select: false }) as const;

/** A record about a vendor in another system. */
@Entity('vendor_reference')
@ForeignKey(() => VendorEntity, ['organizationId', 'vendorId'], ['organizationId', 'id'], {
  name: 'vendor_reference_organization_id_vendor_id_fkey',
  onDelete: 'CASCADE',
})
export class VendorReferenceEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'vendor_id' }) vendorId!: string;
  @Column('text') system!: string;
  @Column('text') key!: string;
  @Column('text', { nullable: true }) url!: string | null;
  @PrimaryColumn({ ...word('system'), name: 'system_word' }) systemWord!: string;
  @PrimaryColumn({ ...word('key'), name: 'key_word' }) keyWord!: string;
}
