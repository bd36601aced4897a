CREATE TABLE "room" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"privacy" text NOT NULL,
	"config" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_name_unique" UNIQUE("name"),
	CONSTRAINT "room_privacy" CHECK ("room"."privacy" in ('public', 'private'))
);
--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_org_created" ON "room" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);