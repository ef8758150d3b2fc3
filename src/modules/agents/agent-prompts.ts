import type { PromptSpec } from '#platform/mcp/prompts';

const EVENT = { name: 'eventId', description: 'Id of the event, such as kev-cve-2021-44228' };
const VENDOR = { name: 'vendorDomain', description: 'Domain of the vendor' };
const SINCE = { name: 'since', description: 'Date, such as 2026-11-01' };
const FOURTH_PARTY = { name: 'fourthPartyDomain', description: 'Domain of the fourth party' };

export const AGENT_PROMPTS: readonly PromptSpec[] = [
  {
    name: 'exploited-weaknesses',
    description: 'Which vendors are hit by weaknesses that attackers use now',
    arguments: [],
    text: () =>
      'Which of our vendors are hit by actively exploited weaknesses? Call GetExploitedVendors. Name the vendors, most urgent first, with the CVEs, how long they have been open and whether ransomware groups use them. Give the total before the list.',
  },
  {
    name: 'unanswered-event',
    description: 'Who has not answered about a security event',
    arguments: [EVENT],
    text: ({ eventId }) =>
      `Who has not answered us about the security event ${eventId}? Call GetUnansweredCompanies. Separate the vendors we asked (with the due date, overdue ones first) from those we have not asked yet, and suggest whom to ask next with SendVrmRequest. Do not send anything.`,
  },
  {
    name: 'vendor-changes',
    description: 'What changed for a vendor since a date',
    arguments: [VENDOR, SINCE],
    text: ({ vendorDomain, since }) =>
      `What changed for the vendor ${vendorDomain} since ${since}? Call GetVendorChanges. Sum up findings that appeared and were resolved, the score, security events and fourth parties, and say what needs attention.`,
  },
  {
    name: 'fourth-party-outage',
    description: 'Where an outage of a fourth party would hurt',
    arguments: [FOURTH_PARTY],
    text: ({ fourthPartyDomain }) =>
      `Where would an outage of ${fourthPartyDomain} hurt us? Call GetFourthPartyOutage. Say how much of the portfolio depends on it, name the critical vendors and what they use it for.`,
  },
];
