import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A domain whose owner opted out of scans, with all its subdomains. */
@Entity('monitoring_opt_out')
export class MonitoringOptOutEntity {
  @PrimaryColumn('text') domain!: string;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
