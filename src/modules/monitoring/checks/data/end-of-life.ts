/** Release cycles that get no security fixes any more, or will not from a known day on. Facts from the projects' release policies. */
export interface Product {
  name: string;
  /** As banners name it, in lower case. */
  banner: string;
  /** The cycle, and the last day with security fixes. A version belongs to the cycle that it starts with. */
  cycles: readonly (readonly [cycle: string, endOfLife: string])[];
}

export const PRODUCTS: readonly Product[] = [
  {
    name: 'Apache HTTP Server',
    banner: 'apache',
    cycles: [
      ['2.2', '2017-07-11'],
      ['2.0', '2013-07-10'],
      ['1.3', '2010-02-03'],
    ],
  },
  {
    name: 'Drupal',
    banner: 'drupal',
    cycles: [
      ['9', '2023-11-01'],
      ['8', '2021-11-02'],
      ['7', '2025-01-05'],
    ],
  },
  {
    // Follows Windows Server: 7.5 is 2008 R2, 8.0 is 2012, 8.5 is 2012 R2. 10.0 is several releases, some of them supported.
    name: 'Microsoft IIS',
    banner: 'microsoft-iis',
    cycles: [
      ['8.5', '2023-10-10'],
      ['8.0', '2023-10-10'],
      ['7.5', '2020-01-14'],
      ['7.0', '2020-01-14'],
      ['6.0', '2015-07-14'],
    ],
  },
  {
    name: 'nginx',
    banner: 'nginx',
    cycles: [
      ['1.27', '2025-06-24'],
      ['1.26', '2025-04-23'],
      ['1.25', '2024-05-29'],
      ['1.24', '2024-04-23'],
      ['1.23', '2023-05-23'],
      ['1.22', '2023-04-11'],
      ['1.21', '2022-06-21'],
      ['1.20', '2022-05-24'],
      ['1.19', '2021-05-25'],
      ['1.18', '2021-04-20'],
      ['1.16', '2020-04-20'],
      ['1.14', '2019-04-23'],
      ['1.12', '2018-04-17'],
      ['1.10', '2017-04-12'],
      ['1.8', '2016-04-26'],
      ['1.6', '2015-04-21'],
      ['1.4', '2014-04-24'],
      ['1.2', '2013-04-24'],
      ['1.0', '2012-04-23'],
    ],
  },
  {
    name: 'OpenSSL',
    banner: 'openssl',
    cycles: [
      ['3.0', '2026-09-07'],
      ['1.1.1', '2023-09-11'],
      ['1.1.0', '2019-09-11'],
      ['1.0.2', '2019-12-31'],
      ['1.0.1', '2016-12-31'],
      ['1.0.0', '2015-12-31'],
      ['0.9.8', '2015-12-31'],
    ],
  },
  {
    name: 'PHP',
    banner: 'php',
    cycles: [
      ['8.5', '2029-12-31'],
      ['8.4', '2028-12-31'],
      ['8.3', '2027-12-31'],
      ['8.2', '2026-12-31'],
      ['8.1', '2025-12-31'],
      ['8.0', '2023-11-26'],
      ['7.4', '2022-11-28'],
      ['7.3', '2021-12-06'],
      ['7.2', '2020-11-30'],
      ['7.1', '2019-12-01'],
      ['7.0', '2019-01-10'],
      ['5.6', '2018-12-31'],
      ['5.5', '2016-07-21'],
      ['5.4', '2015-09-14'],
      ['5.3', '2014-08-14'],
      ['5.2', '2011-01-06'],
      ['5.1', '2006-08-24'],
      ['5.0', '2005-09-05'],
    ],
  },
];
