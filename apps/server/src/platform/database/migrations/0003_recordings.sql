CREATE TABLE "recording" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"room_name" text NOT NULL,
	"meeting_id" text NOT NULL,
	"call_id" uuid,
	"instance_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration" integer,
	"file" jsonb,
	"tracks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recording_type" CHECK ("recording"."type" in ('cloud', 'raw-tracks')),
	CONSTRAINT "recording_status" CHECK ("recording"."status" in ('recording', 'processing', 'finished', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_org_created" ON "recording" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recording_open" ON "recording" USING btree ("status") WHERE "recording"."status" in ('recording', 'processing');