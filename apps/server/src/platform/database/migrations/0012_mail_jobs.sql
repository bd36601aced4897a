-- Waiting mail goes on as jobs, where it stands in its schedule.
INSERT INTO "job" ("id", "kind", "payload", "attempts", "due_at", "created_at")
SELECT "id", 'mail', '{}'::jsonb, "attempts", "next_attempt_at", "created_at" FROM "mail" WHERE "next_attempt_at" is not null;--> statement-breakpoint
DROP INDEX "mail_due";--> statement-breakpoint
ALTER TABLE "mail" DROP COLUMN "next_attempt_at";