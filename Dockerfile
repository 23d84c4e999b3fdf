# The bot alone, without the playground. Build: docker build -t boneyard .
# Run: docker run -e DISCORD_TOKEN=... -v boneyard-data:/data boneyard

ARG PYTHON=python:3.12-slim
FROM ${PYTHON} AS build
WORKDIR /build
RUN python -m venv /venv
COPY requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

FROM ${PYTHON}
RUN useradd --uid 10001 --no-create-home boneyard && install -d -o boneyard /data
COPY --from=build /venv /venv
WORKDIR /app
COPY games games
COPY storage storage
COPY bot bot
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data LOG_FORMAT=json HTTP_HOST=0.0.0.0 HTTP_PORT=8080
USER boneyard
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"HTTP_PORT\"]}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
