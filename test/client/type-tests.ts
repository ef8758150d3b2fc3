/* eslint-disable @typescript-eslint/no-unused-expressions -- only the compiler reads this file */
/** Checked by `npm run check -- types`: valid code compiles, and each line below @ts-expect-error does not. */
import {
  and,
  not,
  observationFilterFields,
  vendorFilterFields,
  type Change,
  type Request,
  type Schemas,
  type VendorRisk,
  type VendorRiskError,
} from '@vendor-risk/client';

type ObservationFilter = Schemas['ObservationFilter'];
const severity = { observationsField: 'OBSERVATIONS_FIELD_SEVERITY' } as const;
const high = { stringValue: 'OBSERVATION_SEVERITY_HIGH' };

export const filters: ObservationFilter[] = [
  { rule: { field: severity, comparison: 'COMPARISON_EQUALS', value: high } },
  { rule: { field: severity, comparison: 'COMPARISON_IN', value: { stringListValue: { values: ['OBSERVATION_SEVERITY_HIGH'] } } } },
  { rule: { field: { observationsField: 'OBSERVATIONS_FIELD_CVE' }, comparison: 'COMPARISON_IS_SET' } },
  { list: { operator: 'OPERATOR_OR', filters: [{ rule: { field: severity, comparison: 'COMPARISON_EQUALS', value: high } }] } },
  // @ts-expect-error a misspelt field
  { rule: { field: { observationsField: 'OBSERVATIONS_FIELD_SEVERTY' }, comparison: 'COMPARISON_EQUALS', value: high } },
  // @ts-expect-error a field of another list
  { rule: { field: { vendorsField: 'VENDORS_FIELD_SCORE' }, comparison: 'COMPARISON_EQUALS', value: high } },
  // @ts-expect-error both a rule and a list
  { rule: { field: severity, comparison: 'COMPARISON_EQUALS', value: high }, list: { filters: [] } },
  // @ts-expect-error neither a rule nor a list
  {},
  // @ts-expect-error two values
  { rule: { field: severity, comparison: 'COMPARISON_EQUALS', value: { stringValue: 'x', numberValue: 1 } } },
  // @ts-expect-error a single value where the comparison takes a list
  { rule: { field: severity, comparison: 'COMPARISON_IN', value: high } },
  // @ts-expect-error a value where the comparison takes none
  { rule: { field: severity, comparison: 'COMPARISON_IS_SET', value: high } },
  // @ts-expect-error no value where the comparison takes one
  { rule: { field: severity, comparison: 'COMPARISON_EQUALS' } },
  // @ts-expect-error a comparison that does not exist
  { rule: { field: severity, comparison: 'COMPARISON_LIKE', value: high } },
];

// @ts-expect-error filters of vendors are rules, not lists
export const nested: Schemas['VendorFilter'] = { list: { filters: [] } };

export const assets: Schemas['Asset'][] = [
  { url: { url: 'https://acme.com' } },
  // @ts-expect-error two assets
  { url: { url: 'https://acme.com' }, credentials: { emailDomain: 'acme.com' } },
  // @ts-expect-error not a single asset
  {},
];

export function builders(): ObservationFilter {
  const { severity, cve, cvssBaseScore, isFlagged, lastSeen } = observationFilterFields;
  // @ts-expect-error no member of the enumeration
  severity.equals('SEVERE');
  // @ts-expect-error not a field that is compared by order
  cve.atLeast('CVE-2021-44228');
  // @ts-expect-error the field is never unset
  severity.isSet();
  // @ts-expect-error a number, not a text
  cvssBaseScore.above('7');
  // @ts-expect-error no such field
  observationFilterFields.colour;
  // @ts-expect-error filters of vendors do not nest
  not(vendorFilterFields.riskLevel.atLeast('HIGH'));
  return and(
    severity.in(['HIGH', 'CRITICAL']),
    cve.isSet(),
    cvssBaseScore.between(7, 10),
    isFlagged.equals(true),
    lastSeen.since(new Date()),
  );
}

export async function calls(client: VendorRisk): Promise<string> {
  // @ts-expect-error a misspelt parameter
  await client.vendors.list({ limt: 5 }).page();
  // @ts-expect-error the id is missing
  await client.vendors.get({});
  // @ts-expect-error no member of the enumeration
  await client.vendors.create({ domainName: 'acme.com', riskLevel: 'HIGH' });
  const request: Request<'UpdateVendor'> = { id: 'x', companyName: 'Acme', riskLevel: null };
  const { vendor } = await client.vendors.update(request);
  for await (const observation of client.observations.list({ filters })) return observation.title;
  for await (const row of client.observations.export()) return row.orn;
  return vendor.domainName;
}

export function reasons(error: VendorRiskError): string {
  // @ts-expect-error no reason of the service
  if (error.reason === 'MONITORING_SLOTS_GONE') return '';
  if (error.reason !== 'MONITORING_SLOTS_EXHAUSTED') return '';
  const narrowed: 'MONITORING_SLOTS_EXHAUSTED' = error.reason;
  const fields: string[] | undefined = error.detail('BadRequest')?.fieldViolations.map(({ field }) => field);
  // @ts-expect-error not a part of a RetryInfo
  error.detail('RetryInfo')?.fieldViolations;
  return narrowed + String(fields);
}

export function changes(change: Change): string {
  // @ts-expect-error it may be of another type, or removed
  if (change.resourceType === 'CHANGE_RESOURCE_TYPE_VENDOR') change.vendor.domainName;
  if (change.changeType === 'CHANGE_TYPE_REMOVED') return change.id;
  return change.resourceType === 'CHANGE_RESOURCE_TYPE_VENDOR' ? change.vendor.domainName : change.id;
}
