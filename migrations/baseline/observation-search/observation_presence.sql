CREATE FUNCTION observation_presence(vendor uuid, confidence smallint, asset smallint, ip text, port integer, protocol smallint, host text, url text, cves text[], cwes text[], tags text[], cvss numeric, cvss_severity smallint, epss numeric) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT (vendor IS NOT NULL)::int + (confidence IS NOT NULL)::int * 2 + (asset IS NOT NULL)::int * 4 + (ip IS NOT NULL)::int * 8
     + (port IS NOT NULL)::int * 16 + (protocol IS NOT NULL)::int * 32 + (host IS NOT NULL)::int * 64 + (url IS NOT NULL)::int * 128
     + (cves <> '{}')::int * 256 + (cwes <> '{}')::int * 512 + (tags <> '{}')::int * 1024 + (cvss IS NOT NULL)::int * 2048
     + (cvss_severity IS NOT NULL)::int * 4096 + (epss IS NOT NULL)::int * 8192
$$;
