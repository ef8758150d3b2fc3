-- The term of a word in the index. Organization, view and state are part of it, so each list has its own posting lists.
CREATE FUNCTION observation_term(organization uuid, side smallint, is_open boolean, word text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(word, uuid_hash_extended(organization, 2 * side + is_open::int));
