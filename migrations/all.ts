import { Platform1763164800000 } from './1763164800000-platform';
import { VendorDirectory1763164800001 } from './1763164800001-vendor-directory';
import { Observations1763164800002 } from './1763164800002-observations';
import { ObservationRollups1763164800003 } from './1763164800003-observation-rollups';
import { SecurityEvents1763164800010 } from './1763164800010-security-events';
import { FourthParties1763164800011 } from './1763164800011-fourth-parties';
import { EventImpacts1763164800012 } from './1763164800012-event-impacts';
import { Retention1763164800020 } from './1763164800020-retention';
import { FurtherCves1763206000000 } from './1763206000000-further-cves';
import { GroupsOfEachCve1763206000001 } from './1763206000001-groups-of-each-cve';
import { EpssOnlyWhenKnown1763206000002 } from './1763206000002-epss-only-when-known';
import { EventAudience1763207000000 } from './1763207000000-event-audience';
import { ObservationSearch1763310000000 } from './1763310000000-observation-search';
import { ObservationSearchIndexes1763310000001 } from './1763310000001-observation-search-indexes';
import { AuditLog1763330000000 } from './1763330000000-audit-log';
import { KeyMaterial1763340000000 } from './1763340000000-key-material';
import { Credentials1763340000001 } from './1763340000001-credentials';
import { Unflagging1763350000000 } from './1763350000000-unflagging';
import { ResponsesOnBehalf1763350000001 } from './1763350000001-responses-on-behalf';
import { ChangeFeed1763360000000 } from './1763360000000-change-feed';
import { PlaceExistingResources1763360000001 } from './1763360000001-place-existing-resources';
import { JobEngine1763400000000 } from './1763400000000-job-engine';
import { Webhooks1763400000001 } from './1763400000001-webhooks';
import { WebhookTries1763400000002 } from './1763400000002-webhook-tries';
import { WebhookEvents1763400000003 } from './1763400000003-webhook-events';
import { Monitoring1763410000000 } from './1763410000000-monitoring';
import { ObservationState1763420000000 } from './1763420000000-observation-state';
import { StateOfExistingObservations1763420000001 } from './1763420000001-state-of-existing-observations';
import { VendorNotes1763420000002 } from './1763420000002-vendor-notes';
import { QuestionnaireExchange1763430000000 } from './1763430000000-questionnaire-exchange';
import { QuestionnaireUpkeep1763430000001 } from './1763430000001-questionnaire-upkeep';
import { ScoreHistory1763440000000 } from './1763440000000-score-history';
import { ScoreMovements1763440000001 } from './1763440000001-score-movements';
import { PortfolioDays1763440000002 } from './1763440000002-portfolio-days';
import { UnsetStateInIndexes1763450000000 } from './1763450000000-unset-state-in-indexes';
import { KeptValuesOfState1763450000001 } from './1763450000001-kept-values-of-state';
import { KeptAddresses1763450000002 } from './1763450000002-kept-addresses';
import { MonitoringConfirmation1763460000000 } from './1763460000000-monitoring-confirmation';
import { FallingScores1763470000000 } from './1763470000000-falling-scores';
import { KeptDays1763480000000 } from './1763480000000-kept-days';
import { DaysOfKeptValues1763490000000 } from './1763490000000-days-of-kept-values';
import { CountReferencesByObservation1763490000001 } from './1763490000001-count-references-by-observation';
import { FlagsInState1763500000000 } from './1763500000000-flags-in-state';
import { ExistingFlagsInState1763500000001 } from './1763500000001-existing-flags-in-state';
import { IndexesOfFilters1763500000002 } from './1763500000002-indexes-of-filters';
import { ChangesOfManyVendors1763510000001 } from './1763510000001-changes-of-many-vendors';
import { OpenedOncePerImport1763510000002 } from './1763510000002-opened-once-per-import';
import { EndsOfValues1763510000010 } from './1763510000010-ends-of-values';
import { ScoreEventsOfVendors1763510000030 } from './1763510000030-score-events-of-vendors';
import { FilterColumnsOfVendors1763510000040 } from './1763510000040-filter-columns-of-vendors';
import { WordsOfChangedRows1763510000050 } from './1763510000050-words-of-changed-rows';
import { DaysOfNewRows1763510000060 } from './1763510000060-days-of-new-rows';
import { SortsByClass1763520000000 } from './1763520000000-sorts-by-class';
import { FirstSeenInState1763530000000 } from './1763530000000-first-seen-in-state';
import { FirstSeenOfExistingStates1763530000001 } from './1763530000001-first-seen-of-existing-states';
import { IndexOfLastChange1763530000002 } from './1763530000002-index-of-last-change';
import { BitsInState1763540000000 } from './1763540000000-bits-in-state';
import { BitsOfExistingStates1763540000001 } from './1763540000001-bits-of-existing-states';
import { IndexOfBits1763540000002 } from './1763540000002-index-of-bits';
import { UrlBitsInState1763550000000 } from './1763550000000-url-bits-in-state';
import { UrlBitsOfExistingStates1763550000001 } from './1763550000001-url-bits-of-existing-states';
import { IndexOfUrlBits1763550000002 } from './1763550000002-index-of-url-bits';
import { HeldExtremesOfGroups1763560000000 } from './1763560000000-held-extremes-of-groups';
import { HighestCvssSeverity1763570000000 } from './1763570000000-highest-cvss-severity';
import { HourlyJobs1763580000000 } from './1763580000000-hourly-jobs';
import { EventsOfInactiveFourthParties1763590000000 } from './1763590000000-events-of-inactive-fourth-parties';

/** All migrations, oldest first. */
export const MIGRATIONS = [
  Platform1763164800000,
  VendorDirectory1763164800001,
  Observations1763164800002,
  ObservationRollups1763164800003,
  SecurityEvents1763164800010,
  FourthParties1763164800011,
  EventImpacts1763164800012,
  Retention1763164800020,
  FurtherCves1763206000000,
  GroupsOfEachCve1763206000001,
  EpssOnlyWhenKnown1763206000002,
  EventAudience1763207000000,
  ObservationSearch1763310000000,
  ObservationSearchIndexes1763310000001,
  AuditLog1763330000000,
  KeyMaterial1763340000000,
  Credentials1763340000001,
  Unflagging1763350000000,
  ResponsesOnBehalf1763350000001,
  ChangeFeed1763360000000,
  PlaceExistingResources1763360000001,
  JobEngine1763400000000,
  Webhooks1763400000001,
  WebhookTries1763400000002,
  WebhookEvents1763400000003,
  Monitoring1763410000000,
  ObservationState1763420000000,
  StateOfExistingObservations1763420000001,
  VendorNotes1763420000002,
  QuestionnaireExchange1763430000000,
  QuestionnaireUpkeep1763430000001,
  ScoreHistory1763440000000,
  ScoreMovements1763440000001,
  PortfolioDays1763440000002,
  UnsetStateInIndexes1763450000000,
  KeptValuesOfState1763450000001,
  KeptAddresses1763450000002,
  MonitoringConfirmation1763460000000,
  FallingScores1763470000000,
  KeptDays1763480000000,
  DaysOfKeptValues1763490000000,
  CountReferencesByObservation1763490000001,
  FlagsInState1763500000000,
  ExistingFlagsInState1763500000001,
  IndexesOfFilters1763500000002,
  ChangesOfManyVendors1763510000001,
  OpenedOncePerImport1763510000002,
  EndsOfValues1763510000010,
  ScoreEventsOfVendors1763510000030,
  FilterColumnsOfVendors1763510000040,
  WordsOfChangedRows1763510000050,
  DaysOfNewRows1763510000060,
  SortsByClass1763520000000,
  FirstSeenInState1763530000000,
  FirstSeenOfExistingStates1763530000001,
  IndexOfLastChange1763530000002,
  BitsInState1763540000000,
  BitsOfExistingStates1763540000001,
  IndexOfBits1763540000002,
  UrlBitsInState1763550000000,
  UrlBitsOfExistingStates1763550000001,
  IndexOfUrlBits1763550000002,
  HeldExtremesOfGroups1763560000000,
  HighestCvssSeverity1763570000000,
  HourlyJobs1763580000000,
  EventsOfInactiveFourthParties1763590000000,
];
