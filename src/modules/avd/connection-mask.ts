import { FOURTH_PARTY_CONNECTION_TYPE, type FourthPartyConnectionType } from './avd.enums';

/** A set of connection types as a bit mask, so that the database can merge and compare sets cheaply. */
export function toMask(types: readonly FourthPartyConnectionType[]): number {
  return types.reduce((mask, type) => mask | bitOf(type), 0);
}

/** In the order of the enumeration. */
export function fromMask(mask: number): FourthPartyConnectionType[] {
  return FOURTH_PARTY_CONNECTION_TYPE.members.filter((type) => (mask & bitOf(type)) !== 0);
}

function bitOf(type: FourthPartyConnectionType): number {
  return 1 << (FOURTH_PARTY_CONNECTION_TYPE.toNumber(type) - 1);
}
