CREATE TABLE "assistant_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"assistant_id" uuid NOT NULL,
	"number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_call" (
	"campaign_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"customer" jsonb NOT NULL,
	"status" text NOT NULL,
	"call_id" uuid NOT NULL,
	"reason" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_call_campaign_id_position_pk" PRIMARY KEY("campaign_id","position")
);
--> statement-breakpoint
CREATE TABLE "campaign" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"ended_reason" text
);
--> statement-breakpoint
CREATE TABLE "chat" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"assistant_id" uuid,
	"workflow_id" uuid,
	"session_id" uuid,
	"previous_chat_id" uuid
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"name" text,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid,
	"kind" text NOT NULL,
	"unique_key" text,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"running" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_base" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"call_id" uuid,
	"assistant_id" uuid,
	"phone_number_id" uuid,
	"squad_id" uuid,
	"customer_id" text,
	"webhook_type" text,
	"resource" text,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "org_member" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"invite_hash" text,
	"invite_expires_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "org_member_org_id_user_id_pk" PRIMARY KEY("org_id","user_id"),
	CONSTRAINT "org_member_invite_hash_unique" UNIQUE("invite_hash"),
	CONSTRAINT "org_member_role" CHECK ("org_member"."role" in ('admin', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "org_settings" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_number" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"sealed" "bytea"
);
--> statement-breakpoint
CREATE TABLE "retention" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"transcript_days" integer,
	"recording_days" integer,
	"log_days" integer,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"assistant_id" uuid,
	"workflow_id" uuid,
	"name" text,
	"customer_key" text,
	"status" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "squad" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_ticket" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_suite_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"test_suite_id" uuid NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_suite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_suite_test" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"test_suite_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "token_org";--> statement-breakpoint
DROP INDEX "assistant_org_created";--> statement-breakpoint
DROP INDEX "call_org_created";--> statement-breakpoint
DROP INDEX "call_org_updated";--> statement-breakpoint
DROP INDEX "call_org_assistant";--> statement-breakpoint
DROP INDEX "recording_org_created";--> statement-breakpoint
DROP INDEX "room_org_created";--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "squad_id" uuid;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "squad" jsonb;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "workflow_id" uuid;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "workflow" jsonb;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "phone_number_id" uuid;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "customer" jsonb;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "cost" double precision;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "analysis" jsonb;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD CONSTRAINT "assistant_version_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_version" ADD CONSTRAINT "assistant_version_assistant_id_assistant_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_call" ADD CONSTRAINT "campaign_call_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_base" ADD CONSTRAINT "knowledge_base_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log" ADD CONSTRAINT "log_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_settings" ADD CONSTRAINT "org_settings_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_number" ADD CONSTRAINT "phone_number_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "squad" ADD CONSTRAINT "squad_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD CONSTRAINT "support_ticket_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template" ADD CONSTRAINT "template_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD CONSTRAINT "test_suite_run_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_run" ADD CONSTRAINT "test_suite_run_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite" ADD CONSTRAINT "test_suite_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD CONSTRAINT "test_suite_test_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_suite_test" ADD CONSTRAINT "test_suite_test_test_suite_id_test_suite_id_fk" FOREIGN KEY ("test_suite_id") REFERENCES "public"."test_suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice" ADD CONSTRAINT "voice_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow" ADD CONSTRAINT "workflow_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_version_number" ON "assistant_version" USING btree ("assistant_id","number");--> statement-breakpoint
CREATE INDEX "assistant_version_org" ON "assistant_version" USING btree ("org_id","assistant_id","number");--> statement-breakpoint
CREATE INDEX "campaign_call_status" ON "campaign_call" USING btree ("campaign_id","status","position");--> statement-breakpoint
CREATE INDEX "campaign_org_created" ON "campaign" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaign_org_updated" ON "campaign" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "campaign_org_status" ON "campaign" USING btree ("org_id","status","created_at");--> statement-breakpoint
CREATE INDEX "chat_org_created" ON "chat" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_org_updated" ON "chat" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "chat_org_session" ON "chat" USING btree ("org_id","session_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_org_workflow" ON "chat" USING btree ("org_id","workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_org_assistant" ON "chat" USING btree ("org_id","assistant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "credential_org_created" ON "credential" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "credential_org_updated" ON "credential" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "credential_provider" ON "credential" USING btree ("org_id","provider");--> statement-breakpoint
CREATE INDEX "file_org_created" ON "file" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "file_org_updated" ON "file" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("due_at") WHERE "job"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_unique" ON "job" USING btree ("kind","unique_key") WHERE "job"."due_at" is not null and "job"."unique_key" is not null and not "job"."running";--> statement-breakpoint
CREATE INDEX "job_running" ON "job" USING btree ("kind","unique_key") WHERE "job"."running";--> statement-breakpoint
CREATE INDEX "job_finished" ON "job" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "knowledge_base_org_created" ON "knowledge_base" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "knowledge_base_org_updated" ON "knowledge_base" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "log_org_created" ON "log" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "log_org_updated" ON "log" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "log_org_type" ON "log" USING btree ("org_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "log_org_call" ON "log" USING btree ("org_id","call_id","created_at","id") WHERE "log"."call_id" is not null;--> statement-breakpoint
CREATE INDEX "log_org_assistant" ON "log" USING btree ("org_id","assistant_id","created_at","id") WHERE "log"."assistant_id" is not null;--> statement-breakpoint
CREATE INDEX "log_org_phone_number" ON "log" USING btree ("org_id","phone_number_id","created_at","id") WHERE "log"."phone_number_id" is not null;--> statement-breakpoint
CREATE INDEX "log_org_squad" ON "log" USING btree ("org_id","squad_id","created_at","id") WHERE "log"."squad_id" is not null;--> statement-breakpoint
CREATE INDEX "log_org_customer" ON "log" USING btree ("org_id","customer_id","created_at","id") WHERE "log"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "log_org_webhook" ON "log" USING btree ("org_id","webhook_type","created_at","id") WHERE "log"."webhook_type" is not null;--> statement-breakpoint
CREATE INDEX "log_org_resource" ON "log" USING btree ("org_id","resource","created_at","id") WHERE "log"."resource" is not null;--> statement-breakpoint
CREATE INDEX "org_member_user" ON "org_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_number_org_created" ON "phone_number" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "phone_number_org_updated" ON "phone_number" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_number_number" ON "phone_number" USING btree ("org_id",("body" ->> 'number'));--> statement-breakpoint
CREATE INDEX "phone_number_assistant" ON "phone_number" USING btree ("org_id",("body" ->> 'assistantId'));--> statement-breakpoint
CREATE INDEX "session_org_created" ON "session" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_updated" ON "session" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "session_org_assistant" ON "session" USING btree ("org_id","assistant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_workflow" ON "session" USING btree ("org_id","workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_name" ON "session" USING btree ("org_id","name","created_at","id");--> statement-breakpoint
CREATE INDEX "session_org_customer" ON "session" USING btree ("org_id","customer_key","created_at") WHERE "session"."customer_key" is not null;--> statement-breakpoint
CREATE INDEX "squad_org_created" ON "squad" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "squad_org_updated" ON "squad" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "support_ticket_org_created" ON "support_ticket" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_ticket_org_updated" ON "support_ticket" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "template_org_created" ON "template" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "template_org_updated" ON "template" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "template_pinned" ON "template" USING btree ("org_id","created_at") WHERE "template"."pinned";--> statement-breakpoint
CREATE INDEX "template_collection" ON "template" USING btree ("org_id",("body" -> 'metadata' ->> 'collectionId'),"created_at");--> statement-breakpoint
CREATE INDEX "test_suite_run_org_created" ON "test_suite_run" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "test_suite_run_org_updated" ON "test_suite_run" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "test_suite_run_suite" ON "test_suite_run" USING btree ("test_suite_id","created_at");--> statement-breakpoint
CREATE INDEX "test_suite_org_created" ON "test_suite" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "test_suite_org_updated" ON "test_suite" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "test_suite_test_org_created" ON "test_suite_test" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "test_suite_test_org_updated" ON "test_suite_test" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "test_suite_test_suite" ON "test_suite_test" USING btree ("test_suite_id","created_at");--> statement-breakpoint
CREATE INDEX "tool_org_created" ON "tool" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tool_org_updated" ON "tool" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "voice_provider" ON "voice" USING btree ("org_id","provider","provider_id");--> statement-breakpoint
CREATE INDEX "workflow_org_created" ON "workflow" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "workflow_org_updated" ON "workflow" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "assistant_org_updated" ON "assistant" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "call_org_phone_number" ON "call" USING btree ("org_id","phone_number_id","created_at","id") WHERE "call"."phone_number_id" is not null;--> statement-breakpoint
CREATE INDEX "call_org_ended_reason" ON "call" USING btree ("org_id","ended_reason","created_at","id") WHERE "call"."ended_reason" is not null;--> statement-breakpoint
CREATE INDEX "call_org_campaign" ON "call" USING btree ("org_id","campaign_id","created_at","id") WHERE "call"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX "call_org_session" ON "call" USING btree ("org_id","session_id","created_at","id") WHERE "call"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "call_org_cost" ON "call" USING btree ("org_id","cost");--> statement-breakpoint
CREATE INDEX "call_org_success" ON "call" USING btree ("org_id",left("analysis" ->> 'successEvaluation', 500),"created_at","id") WHERE "call"."analysis" is not null;--> statement-breakpoint
CREATE INDEX "call_customer" ON "call" USING gin ("customer" jsonb_path_ops) WHERE "call"."customer" is not null;--> statement-breakpoint
CREATE INDEX "call_transcribed" ON "call" USING btree ("org_id","ended_at") WHERE "call"."artifact" is not null or "call"."messages" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "recording_call" ON "recording" USING btree ("call_id") WHERE "recording"."call_id" is not null;--> statement-breakpoint
CREATE INDEX "recording_org_started" ON "recording" USING btree ("org_id","started_at");--> statement-breakpoint
CREATE INDEX "token_org_created" ON "token" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "token_org_updated" ON "token" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "token_user" ON "token" USING btree ("user_id") WHERE "token"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "assistant_org_created" ON "assistant" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "call_org_created" ON "call" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "call_org_updated" ON "call" USING btree ("org_id","updated_at");--> statement-breakpoint
CREATE INDEX "call_org_assistant" ON "call" USING btree ("org_id","assistant_id","created_at","id") WHERE "call"."assistant_id" is not null;--> statement-breakpoint
CREATE INDEX "recording_org_created" ON "recording" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "room_org_created" ON "room" USING btree ("org_id","created_at","id");