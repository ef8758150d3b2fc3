-- A UUID that begins with the time, so that ids are in the order of creation.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql AS $$
SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
         placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;
