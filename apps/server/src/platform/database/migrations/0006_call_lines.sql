CREATE TABLE "call_line" (
	"call_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"message" jsonb NOT NULL,
	CONSTRAINT "call_line_call_id_position_pk" PRIMARY KEY("call_id","position")
);
--> statement-breakpoint
INSERT INTO "call_line" ("call_id", "position", "message")
SELECT "call"."id", "line"."place" - 1, "line"."message"
FROM "call", jsonb_array_elements("call"."messages") WITH ORDINALITY AS "line"("message", "place");--> statement-breakpoint
DROP INDEX "call_transcribed";--> statement-breakpoint
ALTER TABLE "call_line" ADD CONSTRAINT "call_line_call_id_call_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_transcribed" ON "call" USING btree ("org_id","ended_at") WHERE "call"."artifact" is not null or "call"."ended_reason" = 'kindling.server-crashed';--> statement-breakpoint
ALTER TABLE "call" DROP COLUMN "messages";