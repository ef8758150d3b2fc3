import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The scores of a vendor, or of the organization itself, at the end of a day. A day without a row equals the previous day. */
@Entity('party_score_day')
@Index('party_score_day_age_idx', ['organizationId', 'day'], { type: 'brin' })
@Index('party_score_day_change_idx', ['organizationId', 'view', 'day', 'partyDomain', 'scoreChange'], { where: '(score_change <> 0)' })
export class PartyScoreDayEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('smallint') view!: number;
  @PrimaryColumn('text', { name: 'party_domain' }) partyDomain!: string;
  @PrimaryColumn('date') day!: string;
  /** Null, like the other scores, from the day on which the vendor is no longer monitored. */
  @Column('smallint', { name: 'overall_score', nullable: true }) overallScore!: number | null;
  @Column('smallint', { name: 'breach_score', nullable: true }) breachScore!: number | null;
  @Column('smallint', { name: 'ransomware_score', nullable: true }) ransomwareScore!: number | null;
  /** One per category, in the order of the enumeration. */
  @Column('smallint', { name: 'factor_scores', array: true, nullable: true }) factorScores!: number[] | null;
  @Column('integer', { name: 'opened_count', default: 0 }) openedCount!: number;
  @Column('integer', { name: 'resolved_count', default: 0 }) resolvedCount!: number;
  /** Change of the overall score since the last day before. Null when that day has no score of the same model. */
  @Column('smallint', { name: 'score_change', nullable: true }) scoreChange!: number | null;
  @Column('smallint', { default: 1 }) model!: number;
}
