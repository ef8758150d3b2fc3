CREATE FUNCTION observation_terms(organization uuid, side smallint, vendor uuid, party text, subject text, kind text, title text, category smallint, severity smallint, confidence smallint, status smallint, asset smallint, ip text, port integer, protocol smallint, host text, url text, cves text[], cwes text[], tags text[], cvss numeric, cvss_severity smallint, epss numeric, exploited boolean, ransomware boolean, source text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side);
  terms bigint[] := array_remove(ARRAY[
    hashtextextended(party, seed # 1), hashtextextended(subject, seed # 2),
    hashtextextended(kind, seed # 3), hashtextextended(public.observation_word(title), seed # 4),
    hashtextextended(category::text, seed # 5), hashtextextended(severity::text, seed # 6),
    hashtextextended(confidence::text, seed # 7), hashtextextended(status::text, seed # 8),
    hashtextextended(asset::text, seed # 9), hashtextextended(ip, seed # 10),
    hashtextextended(port::text, seed # 11), hashtextextended(protocol::text, seed # 12),
    hashtextextended(host, seed # 13), hashtextextended(public.observation_word(url), seed # 14),
    hashtextextended(cvss::text, seed # 18), hashtextextended(cvss_severity::text, seed # 19),
    hashtextextended(trunc(epss, 2)::text, seed # 20), hashtextextended(exploited::text, seed # 21),
    hashtextextended(ransomware::text, seed # 22), hashtextextended(source, seed # 23),
    hashtextextended(public.observation_presence(vendor, confidence, asset, ip, port, protocol, host, url, cves, cwes, tags, cvss, cvss_severity, epss)::text,
                     seed # 24)], NULL);
  item text;
BEGIN
  FOREACH item IN ARRAY cves LOOP terms := terms || hashtextextended(item, seed # 15); END LOOP;
  FOREACH item IN ARRAY cwes LOOP terms := terms || hashtextextended(item, seed # 16); END LOOP;
  FOREACH item IN ARRAY tags LOOP terms := terms || hashtextextended(item, seed # 17); END LOOP;
  RETURN terms;
END
$$;
