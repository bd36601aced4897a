CREATE TABLE "structured_output" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "structured_output" ADD CONSTRAINT "structured_output_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "structured_output_org_created" ON "structured_output" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "structured_output_org_updated" ON "structured_output" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "structured_output_name" ON "structured_output" USING btree ("org_id",("body" ->> 'name'),"created_at","id");