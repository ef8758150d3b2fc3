-- What an event means for a party, SecurityEventImpact: from a victim that it names to a weakness that is closed.
CREATE FUNCTION impact_confirmed() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1;
CREATE FUNCTION impact_likely() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 2;
CREATE FUNCTION impact_possible() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
CREATE FUNCTION impact_mitigated() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
