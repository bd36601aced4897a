CREATE TABLE "assistant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"token_id" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"name" text,
	"assistant_id" uuid,
	"assistant" jsonb,
	"assistant_overrides" jsonb,
	"web_call_url" text,
	"artifact_plan" jsonb,
	"metadata" jsonb,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"artifact" jsonb,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	"ended_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "call_ended" CHECK (("call"."status" = 'ended') = ("call"."ended_reason" is not null and "call"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "org" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"plain" text,
	"allowed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"allowed_assistant_ids" jsonb,
	"allow_transient_assistant" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "token_hash_unique" UNIQUE("hash"),
	CONSTRAINT "token_kind" CHECK ("token"."kind" in ('public', 'private')),
	CONSTRAINT "token_plain" CHECK ("token"."kind" = 'public' or "token"."plain" is null)
);
--> statement-breakpoint
ALTER TABLE "assistant" ADD CONSTRAINT "assistant_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_token_id_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."token"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_org_created" ON "assistant" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "call_org_created" ON "call" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "call_org_updated" ON "call" USING btree ("org_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "call_org_assistant" ON "call" USING btree ("org_id","assistant_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "call_open" ON "call" USING btree ("status") WHERE "call"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "token_org" ON "token" USING btree ("org_id");