CREATE TABLE "usage_day" (
	"org_id" uuid NOT NULL,
	"day" date NOT NULL,
	"token_id" uuid NOT NULL,
	"call_ms" bigint DEFAULT 0 NOT NULL,
	"model_requests" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_day_org_id_day_token_id_pk" PRIMARY KEY("org_id","day","token_id")
);
--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "daily_minutes" integer;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "daily_model_requests" integer;--> statement-breakpoint
ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;