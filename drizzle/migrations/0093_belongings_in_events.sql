-- What belongs to a person is found in events by the person, not by reading all events of some kinds.
CREATE INDEX `events_booked_by` ON `events` (`actor`) WHERE kind = 'appointment.booked' and json_extract(data, '$.family') is null;
--> statement-breakpoint
CREATE INDEX `events_about` ON `events` (coalesce(json_extract(data, '$.uid'), json_extract(data, '$.ownerId'), json_extract(data, '$.doctorId'))) WHERE kind in ('guardian.updated', 'guardian.revoked', 'image.removed', 'schedule.changed', 'closure.added', 'closure.removed');
