/** Swagger UI with assets from this service: nothing is loaded from other hosts. */
export const SWAGGER_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vendor-Risk Public API</title>
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/initializer.js"></script>
  </body>
</html>
`;

/**
 * The page calls the origin it came from, under whatever name it was opened: other origins are refused. Schemas of errors are left
 * out, which halves the time until the page shows; the descriptions of the responses name the reasons. Swagger UI resolves the whole
 * document each time an operation is opened: 2.4 seconds with its resolver for OpenAPI 3.1, 0.4 with the one for 3.0. So the page's
 * copy is written as 3.0, which has no webhooks.
 */
export const SWAGGER_INITIALIZER = `void (async () => {
  const spec = await (await fetch('/openapi.json')).json();
  spec.servers = [{ url: '/' }];
  spec.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl = '/v1/oauth/token';
  for (const { responses } of Object.values(spec.paths).flatMap((item) => Object.values(item)))
    for (const status of Object.keys(responses)) if (status >= '4') responses[status] = { description: responses[status].description ?? '' };
  for (const name of Object.keys(spec.components.schemas))
    if (/(?:Status|ErrorInfo)$/.test(name) && spec.components.schemas[name].properties) delete spec.components.schemas[name];
  const write30 = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node.type)) Object.assign(node, { nullable: true, type: node.type.find((type) => type !== 'null') });
    if ('const' in node) node.enum = [node.const];
    Object.values(node).forEach(write30);
  };
  write30(spec.paths);
  write30(spec.components.schemas);
  spec.openapi = '3.0.3';
  delete spec.webhooks;
  window.ui = SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
})();
`;
