import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The announced sunset of an operation. A trigger refuses every change once it has passed. */
@Entity('operation_lifecycle')
@Check('operation_lifecycle_check', `sunset_at >= deprecated_at + interval '12 months'`)
export class OperationLifecycleEntity {
  @PrimaryColumn('text') operation!: string;
  @Column({ type: 'timestamptz', name: 'deprecated_at', precision: 3 }) deprecatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'sunset_at', precision: 3 }) sunsetAt!: Date;
  @Column('text') replacement!: string;
}
