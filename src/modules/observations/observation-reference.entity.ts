import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const LISTED = ['organizationId', 'view', 'isOpen', 'isListed'];
const word = (column: string) =>
  ({ type: 'text', generatedType: 'STORED', asExpression: `lower(${column})`, insert: false, update: false, select: false }) as const;

/** A ticket or other record about an observation in another system. */
@Entity('observation_reference')
@Index('observation_reference_by_system_idx', [...LISTED, 'systemWord', 'observationId'])
@Index('observation_reference_by_key_idx', [...LISTED, 'keyWord', 'observationId'])
export class ObservationReferenceEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @Column('text') system!: string;
  @Column('text') key!: string;
  @Column('text', { nullable: true }) url!: string | null;
  @Column('smallint') view!: number;
  @Column('boolean', { name: 'is_open' }) isOpen!: boolean;
  @Column('boolean', { name: 'is_listed' }) isListed!: boolean;
  @PrimaryColumn({ ...word('system'), name: 'system_word' }) systemWord!: string;
  @PrimaryColumn({ ...word('key'), name: 'key_word' }) keyWord!: string;
}
