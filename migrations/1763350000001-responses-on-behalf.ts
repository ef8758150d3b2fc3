import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from './tools';

/**
 * What a vendor told a customer outside the service, such as by e-mail. It is the customer's own record: no other
 * organization sees it, the vendor included.
 */
export class ResponsesOnBehalf1763350000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE vendor_response_on_behalf (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        event_id text NOT NULL,
        vendor_domain text NOT NULL,
        response_status smallint NOT NULL,
        message text,
        received_at timestamptz(3) NOT NULL,
        recorded_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(
      `CREATE INDEX vendor_response_on_behalf_idx ON vendor_response_on_behalf (organization_id, event_id, vendor_domain, received_at, id)`,
    );
    await tenantTable(runner, 'vendor_response_on_behalf');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
