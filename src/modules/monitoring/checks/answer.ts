import type { HttpResponse } from '../scan';

/** The first header of a name; names are in lower case. */
export function headerOf({ headers }: HttpResponse, name: string): string | undefined {
  return headers.find(([given]) => given === name)?.[1];
}

/** All headers of a name, each as sent. */
export function headersOf({ headers }: HttpResponse, name: string): string[] {
  return headers.filter(([given]) => given === name).map(([, value]) => value);
}

/** Answers that depend on our request or on the moment rather than on the page. */
export function isUnsure(status: number): boolean {
  return status === 403 || status === 408 || status === 425 || status === 429 || status >= 500 || status < 200;
}

export function hostOfUrl(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
