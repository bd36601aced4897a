ALTER TABLE "call" ADD COLUMN "node_id" integer;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "room_name" text;--> statement-breakpoint
ALTER TABLE "recording" ADD COLUMN "node_id" integer;--> statement-breakpoint
ALTER TABLE "idempotency" ADD COLUMN "node_id" integer;--> statement-breakpoint
CREATE INDEX "call_open_org" ON "call" USING btree ("org_id") WHERE "call"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "call_room" ON "call" USING btree ("room_name") WHERE "call"."room_name" is not null;