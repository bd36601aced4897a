CREATE TABLE "eval_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"eval_id" uuid,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eval" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "eval_run" ADD CONSTRAINT "eval_run_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval" ADD CONSTRAINT "eval_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_run_org_created" ON "eval_run" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "eval_run_org_updated" ON "eval_run" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "eval_run_org_eval" ON "eval_run" USING btree ("org_id","eval_id","created_at","id");--> statement-breakpoint
CREATE INDEX "eval_run_open" ON "eval_run" USING btree ("org_id") WHERE "eval_run"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "eval_org_created" ON "eval" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "eval_org_updated" ON "eval" USING btree ("org_id","updated_at");