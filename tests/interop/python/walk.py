"""Walks the API with the published Python library, unmodified; prints one JSON line a step."""

import json
import os
import sys
import tempfile

import pydantic

# A model is built when it is first used; all of them at once, as the library loads, take half a minute.
pydantic.BaseModel.model_config["defer_build"] = True
rebuild = pydantic.BaseModel.model_rebuild
pydantic.BaseModel.model_rebuild = classmethod(lambda cls, **_: None)

from vapi import Vapi
from vapi.core.api_error import ApiError

MISSING = "00000000-0000-4000-8000-000000000000"
client = Vapi(token=os.environ["KINDLING_TOKEN"], base_url=os.environ["KINDLING_URL"])
# They load when they are first asked for.
client.assistants, client.squads, client.sessions, client.chats
client.files, client.phone_numbers, client.campaigns, client.calls
pydantic.BaseModel.model_rebuild = rebuild


def step(name, work):
    """Prints what `work` gave, or how it was refused."""
    try:
        given = work()
    except ApiError as error:
        body = error.body if isinstance(error.body, dict) else {}
        given = {"status": error.status_code, "code": body.get("code")}
    print(json.dumps({"step": name, "given": given}))


def crud(name, api, form, change):
    made = api.create(**form)
    listed = api.list()
    entities = getattr(listed, "results", listed)
    print(
        json.dumps(
            {
                "step": name,
                "given": {
                    "read": api.get(made.id).id == made.id,
                    "listed": made.id in [one.id for one in entities],
                    "changed": api.update(made.id, **change).id == made.id,
                    "deleted": api.delete(made.id).id == made.id,
                },
            }
        )
    )
    step(f"{name} that are gone", lambda: api.get(made.id).id)


crud("assistants", client.assistants, {"name": "Ada", "first_message": "Hi."}, {"name": "Bea"})
crud(
    "squads",
    client.squads,
    {"name": "Desk", "members": [{"assistant": {"name": "Ada", "firstMessage": "Hi."}}]},
    {"members": [{"assistant": {"name": "Bea", "firstMessage": "Hi."}}]},
)
crud(
    "sessions",
    client.sessions,
    {"name": "Monday", "customer": {"number": "+14155550100"}},
    {"name": "Tuesday"},
)

assistant = client.assistants.create(name="Ada", first_message="Hi.")
chat = client.chats.create(assistant_id=assistant.id, input="What is Kindling?")
step("chat", lambda: len(chat.output[0].content) > 10)
step("chats", lambda: [one.id for one in client.chats.list(id_any=chat.id, page=1).results] == [chat.id])
response = client.chats.create_response(assistant_id=assistant.id, input="What is Kindling?")
step("response", lambda: [response.object, response.status])

with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    file.write(b"Kindling opens at nine.")
    file.seek(0)
    uploaded = client.files.create(file=("hours.txt", file.read(), "text/plain"), purpose="assistant")
step("files", lambda: uploaded.id in [one.id for one in client.files.list(purpose="assistant")])
step("file", lambda: client.files.delete(uploaded.id).id == uploaded.id)

number = client.phone_numbers.create(
    request={"provider": "vapi", "sipUri": "sip:desk-4@sip.school.example"}
)
campaign = client.campaigns.campaign_controller_create(
    name="Open day",
    assistant_id=assistant.id,
    phone_number_id=number.id,
    customers=[{"number": "+14155550100"}],
    schedule_plan={"earliestAt": "2100-01-01T00:00:00.000Z"},
)
page = client.campaigns.campaign_controller_find_all()
step("campaigns", lambda: campaign.id in [one.id for one in page.results])

call_id = os.environ["KINDLING_CALL"]
step("calls", lambda: call_id in [one.id for one in client.calls.list()])
step("call", lambda: client.calls.get(call_id).id == call_id)
step("a call that is missing", lambda: client.calls.get(MISSING).id)
for part in ["mono", "stereo", "video", "customer", "assistant"]:
    download = getattr(client.calls, f"call_artifact_controller_{part}_recording_download")
    step(f"{part} recording", lambda: download(call_id))
    step(f"{part} recording that is missing", lambda: download(MISSING))
step("log of a call", lambda: client.calls.call_artifact_controller_call_logs_download(call_id))
stranger = Vapi(token="kd_prv_wrong", base_url=os.environ["KINDLING_URL"])
step("a wrong key", lambda: stranger.assistants.list())
sys.stdout.flush()
