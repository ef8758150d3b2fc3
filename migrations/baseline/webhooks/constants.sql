-- status of a delivery that is not made yet, WebhookDeliveryStatus.
CREATE FUNCTION webhook_delivery_pending() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1;
