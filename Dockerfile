# The bot alone, without the playground. Build: docker build -t boneyard .
# Run: docker run --read-only --tmpfs /tmp -e DISCORD_TOKEN=... -v boneyard-data:/data boneyard

ARG PYTHON=python:3.12.12-slim-trixie
FROM ${PYTHON} AS compile
# The versions are those of the base image, which is pinned.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make
WORKDIR /app
COPY Makefile requirements-compile.lock ./
COPY games games
RUN make compiled PYTHON=python LOCK=requirements-compile.lock && mkdir /compiled \
    && find ./*.so games -name '*.so' -exec cp --parents -t /compiled {} +

FROM ${PYTHON} AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements.lock .
RUN pip --python /venv/bin/python install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY games games
COPY storage storage
COPY bot bot
COPY --from=compile /compiled .
# Languages that the bot does not speak, tests of packages, and symbols for debuggers: 70 MB.
RUN rm requirements.lock \
    && data=$(echo /venv/lib/python*/site-packages/babel/locale-data) && mkdir /kept \
    && for one in root bot/locales/??; do mv "$data/${one##*/}"*.dat /kept; done && rm -r "$data" && mv /kept "$data" \
    && find /venv -type d \( -name tests -o -path '*/sqlalchemy/testing' \) -prune -exec rm -r {} + \
    && find /venv -name '*.so*' -type f -exec strip --strip-unneeded {} + \
    && python -m compileall -q -j 0 /venv games storage bot

FROM ${PYTHON}
# FriBiDi puts Hebrew and Arabic names in pictures in their order.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 boneyard && useradd --uid 10001 --gid 10001 --no-create-home boneyard && install -d -m 700 -o boneyard /data /backups
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data LOG_FORMAT=json HTTP_HOST=0.0.0.0 HTTP_PORT=8080
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"HTTP_PORT\"]}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
