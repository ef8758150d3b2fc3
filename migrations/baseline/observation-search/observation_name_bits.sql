CREATE FUNCTION observation_name_bits(party text, subject text, kind text, title text, ip text, host text, cves text[], tags text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT ((coalesce(hashtext(party), 0) & 255)::bigint << 0)
     | ((coalesce(hashtext(subject), 0) & 255)::bigint << 8)
     | ((coalesce(hashtext(kind), 0) & 255)::bigint << 16)
     | ((coalesce(hashtext(observation_word(title)), 0) & 4095)::bigint << 24)
     | ((coalesce(hashtext(ip), 0) & 63)::bigint << 36)
     | ((coalesce(hashtext(host), 0) & 63)::bigint << 42)
     | ((CASE cardinality(cves) WHEN 0 THEN 0 WHEN 1 THEN (1 << (hashtext(cves[1]) & 7)) WHEN 2 THEN (1 << (hashtext(cves[1]) & 7)) | (1 << (hashtext(cves[2]) & 7)) WHEN 3 THEN (1 << (hashtext(cves[1]) & 7)) | (1 << (hashtext(cves[2]) & 7)) | (1 << (hashtext(cves[3]) & 7)) ELSE 255 END)::bigint << 48)
     | ((CASE cardinality(tags) WHEN 0 THEN 0 WHEN 1 THEN (1 << (hashtext(tags[1]) & 7)) WHEN 2 THEN (1 << (hashtext(tags[1]) & 7)) | (1 << (hashtext(tags[2]) & 7)) WHEN 3 THEN (1 << (hashtext(tags[1]) & 7)) | (1 << (hashtext(tags[2]) & 7)) | (1 << (hashtext(tags[3]) & 7)) ELSE 255 END)::bigint << 56)
$$;
