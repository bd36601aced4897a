CREATE INDEX "recording_org_updated" ON "recording" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "recording_org_room" ON "recording" USING btree ("org_id","room_name","created_at","id");--> statement-breakpoint
CREATE INDEX "room_org_updated" ON "room" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_answered" ON "idempotency" USING btree ("org_id",("answer" -> 'result' ->> 'id')) WHERE "idempotency"."answer" is not null;--> statement-breakpoint
CREATE INDEX "job_call" ON "job" USING btree ("org_id",("payload" ->> 'callId')) WHERE "job"."payload" ->> 'callId' is not null;--> statement-breakpoint
CREATE INDEX "template_visibility" ON "template" USING btree ("org_id",("body" ->> 'visibility'),"created_at");--> statement-breakpoint
CREATE INDEX "template_provider" ON "template" USING btree ("org_id",("body" ->> 'provider'),"created_at");