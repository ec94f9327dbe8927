"""The page's HTTP server: connections with limits, fair turns for requests, live streams without threads.

h11 parses HTTP, asyncio moves the bytes, and the application is plain WSGI. This package shares out connections, time,
memory and the processor.
"""
