import { aFinding, aVendor, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { aCve, moveByCve, vendorDetail } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

/** A service and, new for each test, an organization with one vendor and a unique CVE. */
export class ImpactStage {
  service!: TestApp;
  org!: TestOrganization;
  vendor!: TestVendor;
  cve!: string;

  /** To be called in a describe block. */
  static setUp(): ImpactStage {
    const stage = new ImpactStage();
    beforeAll(async () => {
      stage.service = await startTestApp();
    });
    afterAll(() => stage.service.close());
    beforeEach(async () => {
      stage.org = await TestOrganization.create(stage.service);
      stage.vendor = await aVendor(stage.service, stage.org);
      stage.cve = aCve();
    });
    return stage;
  }

  readonly detail = (eventId: string, domain = this.vendor.domain) => vendorDetail(this.org, eventId, domain);
  readonly feed = async (request: object = {}) => (await this.org.post('security-events/feed', request)).body;
  readonly find = (title = 'Hole') => aFinding(`shop.${this.vendor.domain}`, { title, cveIds: [this.cve] });
  readonly setStatus = (approvalStatus: string, comment?: string) => moveByCve(this.org, this.cve, approvalStatus, comment);
}
