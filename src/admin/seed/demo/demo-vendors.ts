export interface DemoVendor {
  name: string;
  domain: string;
  sector: string;
  /** From 1 (well maintained) to 5 (neglected): determines how many findings there are. */
  state: number;
}

const SECTORS: Record<string, string> = {
  'Payment processors': `Cobalt Payments=cobaltpayments.com=2, Ledgerline=ledgerline.io=3, Tillwright=tillwright.com=1, Paygrove=paygrove.net=4, Mintharbor=mintharbor.com=2, Clearsettle=clearsettle.eu=3`,
  'Cloud and hosting': `Helios Cloud=helioscloud.io=3, Northrack=northrack.net=2, Stratumhost=stratumhost.com=5, Ninelayer=ninelayer.cloud=2, Bluequarry=bluequarry.io=1, Datahaven Systems=datahavensystems.com=3, Ferrous Compute=ferrouscompute.com=4`,
  'People and payroll': `Staffwell=staffwell.com=2, Payroll Harbor=payrollharbor.com=4, Crewledger=crewledger.io=1, Benefitwise=benefitwise.co=3, Hirelantern=hirelantern.com=2, Timecairn=timecairn.net=3`,
  'Claims and insurance services': `Claimspring=claimspring.com=3, Adjustly=adjustly.io=2, Actuarial Works=actuarialworks.com=1, Riskfathom=riskfathom.com=2, Underline Surveying=underlinesurveying.co.uk=4, Salvagepoint=salvagepoint.com=5, Medreview Partners=medreviewpartners.com=3`,
  'Marketing and customer contact': `Mailwhistle=mailwhistle.com=3, Surveyfern=surveyfern.io=2, Callmeadow=callmeadow.com=4, Brightaudience=brightaudience.net=5, Chatgrove=chatgrove.io=2, Printfolk=printfolk.com=3`,
  'Security and identity': `Keyturret=keyturret.com=1, Sentrywell=sentrywell.io=1, Passgranite=passgranite.com=2, Loglantern=loglantern.io=2, Vaultbirch=vaultbirch.com=1`,
  'Legal and finance': `Ashdown Legal=ashdownlegal.co.uk=3, Auditbridge=auditbridge.com=2, Taxmill=taxmill.eu=2, Papertrail Archive=papertrailarchive.com=4, Notarium=notarium.de=3`,
  'Logistics and facilities': `Parcelheath=parcelheath.com=4, Fleetmarrow=fleetmarrow.com=3, Cleanspan Facilities=cleanspanfacilities.com=5, Harbor Lane Logistics=harborlane-logistics.com=4, Greenlift=greenlift.nl=2, Officelark=officelark.com=3`,
  'Software and data': `Formwillow=formwillow.com=2, Gridsparrow=gridsparrow.io=3, Mapcurrent=mapcurrent.com=2, Tallysheet=tallysheet.com=1, Queryforge=queryforge.dev=3, Docshallow=docshallow.com=4, Imagerook=imagerook.com=3, Weathervein=weathervein.com=2, Ratecompass=ratecompass.io=2, Addressloom=addressloom.com=3, Translatory=translatory.eu=2, Voicemarsh=voicemarsh.com=5`,
};

/** Sixty vendors of an insurer; names and domains are made up. One of them is itself an organization of the demo. */
export const DEMO_VENDORS: readonly DemoVendor[] = Object.entries(SECTORS).flatMap(([sector, list]) =>
  list.split(', ').map((entry) => {
    const [name, domain, state] = entry.split('=') as [string, string, string];
    return { name, domain, sector, state: Number(state) };
  }),
);
