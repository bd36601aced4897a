CREATE TABLE "node" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "node_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"address" text NOT NULL,
	"beat" timestamp with time zone NOT NULL,
	"draining" boolean DEFAULT false NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"capacity" integer NOT NULL,
	"version" text NOT NULL
);
