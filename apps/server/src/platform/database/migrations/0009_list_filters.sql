CREATE INDEX "chat_org_squad" ON "chat" USING btree ("org_id",("body" ->> 'squadId'),"created_at","id");--> statement-breakpoint
CREATE INDEX "chat_org_previous" ON "chat" USING btree ("org_id","previous_chat_id","created_at","id");--> statement-breakpoint
CREATE INDEX "file_org_purpose" ON "file" USING btree ("org_id",("body" ->> 'purpose'),"created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_squad" ON "session" USING btree ("org_id",("body" ->> 'squadId'),"created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_phone_number" ON "session" USING btree ("org_id",("body" ->> 'phoneNumberId'),"created_at","id");--> statement-breakpoint
CREATE INDEX "session_customer_number" ON "session" USING btree ("org_id",("body" -> 'customer' ->> 'number'),"created_at","id");--> statement-breakpoint
CREATE INDEX "session_customer" ON "session" USING gin (("body" -> 'customer') jsonb_path_ops);