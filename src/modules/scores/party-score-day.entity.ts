import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The score that a vendor, or the organization itself, had at the end of a day. */
@Entity('party_score_day')
@Index('party_score_day_age_idx', ['organizationId', 'day'], { type: 'brin' })
export class PartyScoreDayEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('smallint') view!: number;
  @PrimaryColumn('text', { name: 'party_domain' }) partyDomain!: string;
  @PrimaryColumn('date') day!: string;
  @Column('smallint', { name: 'overall_score' }) overallScore!: number;
}
