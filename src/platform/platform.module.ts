import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { CredentialAdmin } from './auth/credential-admin';
import { CredentialUse } from './auth/credential-use';
import { Credentials } from './auth/credentials';
import { ExpiringCredentials } from './auth/expiring-credentials';
import { KeyRewrap } from './auth/key-rewrap';
import { KeySchedule } from './auth/key-schedule';
import { KeyStore } from './auth/key-store';
import { Organizations } from './auth/organizations';
import { PlatformSecrets } from './auth/platform-secrets';
import { PlatformState } from './database/platform-state';
import { RevokedTokens } from './auth/revoked-tokens';
import { SigningKeys } from './auth/signing-keys';
import { Env } from './config/env';
import { KeyRing } from './encryption/key-ring';
import { loadKeyRing } from './encryption/load-key-ring';
import { SealedValuesRegistry } from './encryption/sealed-values';
import { Exports } from './export/exports';
import { Admission } from './http/admission';
import { Idempotency } from './operations/idempotency';
import { Jobs } from './jobs/jobs';
import { Gauges } from './health/gauges';
import { Metrics } from './metrics/metrics';
import { Lifecycle } from './operations/lifecycle';
import { OperationRegistry } from './operations/operation.registry';
import { OperationRunner } from './operations/operation.runner';
import { Cursors } from './paging/cursors';
import { NewestFirst } from './paging/newest-first';
import { Counters } from './rate-limit/counters';
import { RateLimit } from './rate-limit/rate-limit';
import { ThreadPool } from './threads/thread-pool';

const SHARED = [
  Admission,
  Counters,
  CredentialAdmin,
  Credentials,
  CredentialUse,
  Cursors,
  ExpiringCredentials,
  Exports,
  Gauges,
  Idempotency,
  Jobs,
  KeyRewrap,
  KeySchedule,
  KeyStore,
  Lifecycle,
  Metrics,
  NewestFirst,
  OperationRegistry,
  OperationRunner,
  Organizations,
  PlatformSecrets,
  PlatformState,
  RateLimit,
  RevokedTokens,
  SealedValuesRegistry,
  SigningKeys,
  ThreadPool,
];

/** What every module uses, with or without HTTP: the database, organizations and their keys, jobs, exports. */
@Global()
@Module({
  imports: [CqrsModule.forRoot(), DiscoveryModule],
  providers: [...SHARED, { provide: KeyRing, useFactory: loadKeyRing, inject: [Env] }],
  exports: [...SHARED, KeyRing, CqrsModule],
})
export class PlatformModule {}
