declare module 'simple-oauth2' {
  export interface ModuleOptions {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string };
    options?: { authorizationMethod?: 'header' | 'body'; bodyFormat?: 'form' | 'json'; credentialsEncodingMode?: 'strict' | 'loose' };
  }

  export class ClientCredentials {
    constructor(options: ModuleOptions);
    getToken(parameters: { scope: string[] }): Promise<{ token: Record<string, unknown> }>;
  }
}
