-- Addresses of visitors were kept with the log of what their public keys did. Only those of requests
-- that are known to have come with a private key stay.
UPDATE "log" SET "body" = "body" - 'requestIpAddress'
WHERE "body" ? 'requestIpAddress'
  AND NOT EXISTS (
    SELECT 1 FROM "token"
    WHERE "token"."kind" = 'private' AND "token"."id"::text = "log"."body" #>> '{body,tokenId}'
  );
