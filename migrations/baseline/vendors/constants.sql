-- lifecycle_status of a vendor that is no longer listed.
CREATE FUNCTION vendor_offboarded() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
