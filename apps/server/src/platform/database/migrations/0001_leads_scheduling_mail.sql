CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" integer NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_from" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"host_date" date NOT NULL,
	"host_time_zone" text NOT NULL,
	"time_zone" text NOT NULL,
	"details" jsonb NOT NULL,
	"cancel_reason" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"manage_token_hash" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "booking_manage_token_hash_unique" UNIQUE("manage_token_hash"),
	CONSTRAINT "booking_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "booking_status" CHECK ("booking"."status" in ('confirmed', 'cancelled')),
	CONSTRAINT "booking_order" CHECK ("booking"."blocked_from" <= "booking"."starts_at" and "booking"."starts_at" < "booking"."ends_at" and "booking"."ends_at" <= "booking"."blocked_until")
);
--> statement-breakpoint
CREATE TABLE "contact_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "booking_host_day" ON "booking" USING btree ("host_id","host_date");--> statement-breakpoint
CREATE INDEX "booking_created" ON "booking" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_request_created" ON "contact_request" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("next_attempt_at") WHERE "mail"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_email" ON "subscriptions" USING btree (lower("email"),"source");--> statement-breakpoint
CREATE INDEX "subscriptions_created" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
-- Two confirmed calls of one host never overlap, their buffers included: whoever comes second is refused here.
ALTER TABLE "booking" ADD CONSTRAINT "booking_no_overlap" EXCLUDE USING gist (
	int4range("host_id", "host_id", '[]') WITH &&,
	tstzrange("blocked_from", "blocked_until", '[)') WITH &&
) WHERE ("status" = 'confirmed');
--> statement-breakpoint
-- A role belongs to the whole PostgreSQL server: another database of ours, or its administrator, may have made it.
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kindling_anon') THEN
		CREATE ROLE kindling_anon NOLOGIN;
	END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
--> statement-breakpoint
-- So that the server's own user may step down into it; where it may not grant, that was done already.
DO $$ BEGIN
	EXECUTE format('GRANT kindling_anon TO %I', current_user);
EXCEPTION WHEN invalid_grant_operation OR unique_violation OR insufficient_privilege THEN NULL;
END $$;
--> statement-breakpoint
-- Fails here, and says why, rather than at the first visitor.
SET LOCAL ROLE kindling_anon;
--> statement-breakpoint
RESET ROLE;
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
REVOKE ALL ON "subscriptions" FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO kindling_anon;
--> statement-breakpoint
-- Insert, these two columns, and nothing else: the anonymous role cannot read, change or count a row.
GRANT INSERT ("email", "source") ON "subscriptions" TO kindling_anon;
--> statement-breakpoint
CREATE POLICY "subscriptions_insert" ON "subscriptions" FOR INSERT TO kindling_anon WITH CHECK (
	"source" = 'footer_contact_form'
	AND length("email") <= 254
	AND "email" ~ '^[^@[:space:]]+@[^@[:space:]]+$'
);
